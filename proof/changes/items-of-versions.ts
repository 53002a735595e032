import { answersOf, isRecord, type JsonRecord, withoutEntries } from './answers.ts'
import type { Change } from './change.ts'

type ShowsItem = (item: JsonRecord) => JsonRecord

/** The list of a product's items takes a version: each item that it has is shown with its id in that, as `show` shows it. */
export function listsItemsOfVersions(show: ShowsItem): Change {
  return answersOf({ routes: ['GET /items'] }, (answer, { store }) => {
    const query = new URL(answer.request.url, 'http://localhost').searchParams
    const [version, productId] = [Number(query.get('version') ?? Number.NaN), query.get('product_id')]
    if (!Number.isSafeInteger(version) || productId === null) return answer
    const sql = `SELECT version_items.id, draft_item_id FROM version_items JOIN versions ON versions.id = version_id
      WHERE product_id = ? AND number = ?`
    const ids = new Map(
      store
        .all<{ id: string; draft_item_id: string }>(sql, productId, version)
        .map(({ id, draft_item_id }) => [draft_item_id, id]),
    )
    const listed = withoutEntries(answer, ({ id }) => ids.has(String(id)))
    if (!isRecord(listed.json) || !Array.isArray(listed.json['items'])) return answer
    const items = listed.json['items'].filter(isRecord).map((item) => {
      const draftId = String(item['id'])
      return show({ ...item, id: ids.get(draftId), draft_item_id: draftId })
    })
    return { ...listed, json: { ...listed.json, items } }
  })
}
