const RECORD = /^\d{4}$/;

/** `x-open-question` names one decision record, or a list of them, by four digits in quotes. */
export function openQuestionNumbered() {
  return {
    any(node, { report, location }) {
      const questions = node?.['x-open-question'];
      if (questions === undefined) return;
      for (const question of [questions].flat()) {
        if (typeof question !== 'string' || !RECORD.test(question)) {
          report({
            message: `x-open-question must name a decision record by four digits in quotes, such as '0001'.`,
            location: location.child('x-open-question'),
          });
        }
      }
    },
  };
}
