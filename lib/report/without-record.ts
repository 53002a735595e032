/** What a finding received, without the remark that tells in which record it stands. */
export function withoutRecord(received: string): string {
  return received.replace(/ \(in the record with id "[^"]*"\)$/, '')
}
