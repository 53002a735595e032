/** Options and settings stand out in a sentence that tells what to do. */
export function inCode(sentence: string): string {
  return sentence.includes('`')
    ? sentence
    : sentence.replaceAll(
        /--[a-z-]+(?: [A-Z]+\b)?|\bfixtures\.\w+(?:\.\w+)*|\blimits\.\w+|\bCONFORMANCE_\w+|\baiUsage\b/g,
        '`$&`',
      )
}
