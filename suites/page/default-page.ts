import { UntestedError, entryKeys, type Api, type Exchange, type ListWindow } from '#suite'

/**
 * The page of a list that is asked for without a limit, of a list at rest. Blocked by PAGE-06 where it is shorter than
 * what is due only as a page of 50 is too, while longer pages hold more: entries may be removed after the page is cut,
 * and the default is 50 all the same.
 */
export async function defaultPage(api: Api, list: ListWindow, due: () => number): Promise<Exchange> {
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
