import { UntestedError, entryKeys, type Api, type Exchange, type ListWindow } from '#suite'

/**
 * The page that a request without a limit returns, once the list is at rest. Blocked by PAGE-06 if it is as short as a page with
 * limit=50, although the list has more entries: then the service removes entries from pages that it has cut already.
 */
export async function pageWithoutLimit(api: Api, list: ListWindow, due: () => number): Promise<Exchange> {
  const page = await list.settled(
    api,
    () => list.ask(api, {}),
    (answer) => entryKeys(answer).length === due(),
  )
  const received = entryKeys(page).length
  if (received >= due()) return page
  const size = async (limit: number): Promise<number> => entryKeys(await list.ask(api, { limit })).length
  if ((await size(50)) !== received || (await size(200)) === received) return page
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: ['PAGE-06'],
    cause: `the page with limit=50 had ${received} entries like the one without a limit, although there are more`,
  })
}
