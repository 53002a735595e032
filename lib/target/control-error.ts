/** A control of the target's operators failed: what needs it stays untested, with the message. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}
