import { redact } from '../client/redactor.ts'

/** A control of the target's operators is missing or failed: what needs it stays untested. The message holds no key. */
export class ControlError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(redact(message), options)
    this.name = 'ControlError'
  }
}
