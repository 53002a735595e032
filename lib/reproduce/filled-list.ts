import type { Exchange } from '../client/exchange.ts'
import { endpoints, type EndpointId } from '../contract/endpoint.ts'
import { idsOf } from './ids-of-exchanges.ts'
import type { Chronicle } from './chronicle.ts'
import type { NamedIds } from './name-ids.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { listPathOf } from './list-path.ts'
import { entriesOf } from './place.ts'
import type { RequestLines } from './request-lines.ts'
import { shellWord } from './shell-text.ts'

/** What makes an entry of each list. The files of a target are told apart by their sizes, so that one is not made again and again. */
const makers: Readonly<Partial<Record<EndpointId, EndpointId>>> = {
  listProducts: 'createProduct',
  listItems: 'createItem',
  listProperties: 'createProperty',
}

/** Entries of a list up to which it is one page by default. */
const onePage = 50

/** What makes a list as long as the check found it, where a creation is judged that may look at one page of it. */
export function longListBefore(sources: JudgementSources): Judgement['preparation'] {
  const { finding, judged, trail, names } = sources
  if (finding.criterion?.kind !== 'status' || finding.criterion.lawful !== 'a refusal') return undefined
  const list = trail.findLast(
    (exchange) =>
      exchange.sequence < judged.sequence &&
      exchange.endpoint !== undefined &&
      makers[exchange.endpoint] === judged.endpoint &&
      entriesOf(exchange) > onePage,
  )
  const functions = list && entryMaker(list, sources)
  if (!functions) return undefined
  const path = shellWord(names.names.pieces(listPathOf(list)))
  return { functions, lines: [`fill ${list.identity} ${path} ${entriesOf(list) - 1}`] }
}

interface FillSources {
  readonly chronicle: Chronicle
  readonly names: NamedIds
  readonly lines: RequestLines
}

/** The lines of a function that makes one more entry of a list, by a creation of the run; `undefined` where it had none that can be repeated. */
export function entryMaker(list: Exchange, { chronicle, names, lines }: FillSources): readonly string[] | undefined {
  const maker = list.endpoint && makers[list.endpoint]
  if (maker === undefined) return undefined
  const filters = [...new URLSearchParams(list.request.path.split('?', 2)[1])]
    .filter(([name]) => name !== 'limit' && name !== 'offset')
    .map(([, value]) => value)
  const creation = chronicle.writes.findLast(
    ({ endpoint, identity, status, broken, request }) =>
      endpoint === maker &&
      identity === list.identity &&
      status < 300 &&
      broken === undefined &&
      request.method === endpoints[maker].method &&
      request.body?.truncated === false &&
      !/part_?number/i.test(request.body.text) &&
      // A readable_id that is no name of the run is given once.
      !/"readable_id": ?"[^"{]*"/.test(names.names.named(request.body.text)) &&
      filters.every((value) => request.body?.text.includes(value) === true),
  )
  if (!creation) return undefined
  const isThere = (id: string): boolean => names.variableOf(id) !== undefined || names.wasThere(id)
  if (!idsOf(creation, chronicle).every(isThere)) return undefined
  return [
    '# one more entry, under a name of its own',
    'entry() {',
    ...[
      'of_story=$run',
      'run=$(fresh)',
      ...lines.request(creation, 'send'),
      'succeeded',
      ...lines.after(creation),
      'run=$of_story',
    ].map((line) => `  ${line}`),
    '}',
  ]
}
