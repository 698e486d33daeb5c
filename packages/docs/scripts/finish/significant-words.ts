/**
 * The words of a question that say what it is about: "did my data arrive" gives "data arrive". Pagefind finds only pages
 * that contain every word, and a page does not repeat the words with which people ask. The site runs the source of this
 * function in the browser, so it uses nothing from outside.
 */
export function significantWords(question: string): string {
  const common =
    /^(?:a|an|and|any|are|be|been|can|could|did|do|does|for|had|has|have|how|i|if|in|is|it|its|me|my|now|of|on|or|our|should|that|the|there|this|to|too|was|we|were|what|when|where|which|who|why|will|with|would|you|your)$/i;
  if (question.includes('"')) return question;
  const words = question.split(/[\s?!,]+/).filter((word) => word !== '' && !common.test(word));
  return words.length === 0 ? question : words.join(' ');
}

/**
 * What to search for when no page contains every word: the question without one of its words, for each word. The site runs
 * the source of this function in the browser, too.
 */
export function fewerWords(words: string): string[] {
  const all = words.includes('"') ? [] : words.split(' ');
  return all.length < 2 || all.length > 8
    ? []
    : all.map((_, left) => all.filter((_word, index) => index !== left).join(' '));
}
