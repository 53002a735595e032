/** Times of a few milliseconds differ by chance: smaller differences are not worth a line. */
const tellingRatio = 1.5
const tellingMilliseconds = 5

/** Whether two times in milliseconds differ by more than chance. */
export function areTellingTimes(one: number, other: number): boolean {
  const [fast, slow] = one < other ? [one, other] : [other, one]
  return slow - fast >= tellingMilliseconds && slow >= fast * tellingRatio
}
