import { lists, show, type Exchange, type ListName, type ListQuery, type Sources } from '#suite'
import { versionHistory } from './version-history.ts'

/** Parameters of a list by their names; one that is undefined is left out. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** What stands for the number of a version, which is known when there is one. */
export const someVersion = 'N'

/** The list as it is asked for with some parameters: once a session, whichever check asks first. */
export function listWith(name: ListName, parameters: Parameters, sources: Sources): Promise<Exchange> {
  return sources.session.shared(`list of ${name} with ${named(parameters)}`, () => askAgain(name, parameters, sources))
}

/** The same as it is now. */
export async function askAgain(name: ListName, parameters: Parameters, sources: Sources): Promise<Exchange> {
  return sources.api.send(lists[name].endpoint, { query: await queryOf(name, parameters, sources) })
}

/** The same with one parameter that is wrong. */
export async function listWithWrong(
  name: ListName,
  { parameters, wrong }: { readonly parameters: Parameters; readonly wrong: Parameters },
  sources: Sources,
): Promise<Exchange> {
  const { api, session } = sources
  const broken = named(wrong)
  return session.shared(`list of ${name} with ${named(parameters)} and wrong ${broken}`, async () => {
    const query = { ...(await queryOf(name, parameters, sources)), ...defined(wrong) }
    return api.send(lists[name].endpoint, { query, broken })
  })
}

/** Parameters in words, for titles. */
export function named(parameters: Parameters): string {
  const words = Object.entries(defined(parameters)).map(([name, value]) => `${name}=${plain(value)}`)
  return words.length === 0 ? 'no other parameters' : words.join(', ')
}

async function queryOf(name: ListName, parameters: Parameters, sources: Sources): Promise<ListQuery> {
  const { given, session } = sources
  const chosen = defined(parameters)
  if (parameters['version'] === undefined) return { ...(await given.listQuery(name)), ...chosen }
  const { draftItemId, versions } = await versionHistory(sources)
  const version = parameters['version'] === someVersion ? String(versions.at(-1)) : parameters['version']
  return { ...(await session.dialect.listQuery('listProperties', { itemId: draftItemId })), ...chosen, version }
}

function defined(parameters: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Line breaks are shown as escapes. */
function plain(value: string): string {
  return /[\n\r]/u.test(value) ? show(value) : value
}
