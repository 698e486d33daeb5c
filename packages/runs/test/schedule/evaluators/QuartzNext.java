import java.util.Date;
import java.util.Scanner;
import java.util.TimeZone;
import org.quartz.CronExpression;

/** Reads lines: the time to begin after, the number of times, then expressions. Prints the next times, or "refused". */
class QuartzNext {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        long after = Long.parseLong(lines.nextLine());
        int count = Integer.parseInt(lines.nextLine());
        while (lines.hasNextLine()) System.out.println(nextTimes(lines.nextLine(), after, count));
    }

    private static String nextTimes(String text, long after, int count) {
        StringBuilder found = new StringBuilder();
        try {
            CronExpression expression = new CronExpression(text);
            expression.setTimeZone(TimeZone.getTimeZone("UTC"));
            Date next = new Date(after);
            for (int index = 0; index < count; index += 1) {
                next = expression.getNextValidTimeAfter(next);
                if (next == null) break;
                found.append(' ').append(next.getTime());
            }
        } catch (java.text.ParseException | RuntimeException error) {
            return "refused";
        }
        return found.toString();
    }
}
