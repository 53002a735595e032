import { proxyVariables } from '../client/proxied-dispatcher.ts'
import { ConfigurationError } from './errors.ts'

const protocols = new Set(['http:', 'https:', 'socks5:', 'socks:'])

/** Rejects a proxy with an invalid address; the message does not show the address, because it may contain a password. */
export function checkProxies(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of proxyVariables) {
    const address = environment[name]
    if (!address) continue
    if (!URL.canParse(address) || !protocols.has(new URL(address).protocol))
      throw new ConfigurationError(`${name} is not the address of a proxy; use the form http://proxy.example.com:3128`)
    const { username, password } = new URL(address)
    if (/%(?![\da-f]{2})/i.test(username + password))
      throw new ConfigurationError(`${name} has an unescaped % in the name or password of the proxy; write it as %25`)
  }
}
