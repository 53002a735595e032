import type { Command } from 'commander'

/** Adds the options for gateways and timeouts to a command that sends requests. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option(
      '--header <line>',
      "send this header with each request, 'NAME: VALUE'; ${VARIABLE} is read from the environment; repeatable (CONFORMANCE_HEADER)",
      (line: string, before?: string) => (before === undefined ? line : `${before}\n${line}`),
    )
    .option('--client-cert <file>', 'present this client certificate, PEM (CONFORMANCE_CLIENT_CERT)')
    .option('--client-key <file>', 'the private key of the certificate, PEM (CONFORMANCE_CLIENT_KEY)')
    .option('--timeout <seconds>', 'wait at most this many seconds for an answer; default 30 (CONFORMANCE_TIMEOUT)')
}
