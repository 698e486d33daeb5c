const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in one of the three forms of an HTTP date (RFC 9110, section 5.6.7). */
export function httpDate(date: Date, form: 'imf' | 'rfc850' | 'asctime'): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = days[date.getUTCDay()]!;
  const month = months[date.getUTCMonth()]!;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  const year = date.getUTCFullYear();
  if (form === 'imf') return date.toUTCString();
  if (form === 'rfc850') return `${day}, ${two(date.getUTCDate())}-${month}-${two(year % 100)} ${time} GMT`;
  return `${day.slice(0, 3)} ${month} ${String(date.getUTCDate()).padStart(2, ' ')} ${time} ${year}`;
}
