import { proxyVariables } from '../client/proxied-dispatcher.ts'
import { ConfigurationError } from './errors.ts'

const protocols = new Set(['http:', 'https:', 'socks5:', 'socks:'])

/** Refuses a proxy whose address nothing can be sent to; the message does not show it, for it may hold a password. */
export function checkProxies(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of proxyVariables) {
    const address = environment[name]
    if (!address || (URL.canParse(address) && protocols.has(new URL(address).protocol))) continue
    throw new ConfigurationError(`${name} is no address of a proxy; give one such as http://proxy.example.com:3128`)
  }
}
