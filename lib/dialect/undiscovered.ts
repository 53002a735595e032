/** Something that the contract leaves open could not be found out; the message holds the target's own last answer. */
export class Undiscovered extends Error {
  override readonly name = 'Undiscovered'
}
