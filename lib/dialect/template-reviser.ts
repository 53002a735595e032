import { isRecord } from '../contract/is-record.ts'
import { candidateValues, type Subject } from '../service/dialect/candidate-values.ts'
import type { Complaint, Path } from './complaint.ts'
import { listPathIn } from './fill-template.ts'
import { quotedIn } from './read-names.ts'
import { areSynonyms, roleOf, type Role } from '../service/dialect/role.ts'
import { at, pathIn, spelledOtherwise, without, withValue } from './template-path.ts'
import { asText } from '../contract/show.ts'

/** Corrects a creation template, objection by objection; remembers the fields that the target asked for. */
export class TemplateReviser {
  readonly #subject: Subject
  /** Paths that the target asked for; they are not removed on a guess. */
  readonly #asked = new Set<string>()
  /** Values refused so far, by path. */
  readonly #refused = new Map<string, Set<string>>()

  constructor(subject: Subject) {
    this.#subject = subject
  }

  /** The corrected template; unchanged if none of the objections helps. */
  revise(template: unknown, complaints: readonly Complaint[]): unknown {
    const order = ['missing', 'unknown', 'invalid'] as const
    const sorted = order.flatMap((kind) => complaints.filter((complaint) => complaint.kind === kind))
    const once = new Map(
      sorted.map((complaint) => [JSON.stringify([complaint.kind, placeOf(template, complaint)]), complaint]),
    )
    return [...once.values()].reduce((corrected, complaint) => this.#correct(corrected, complaint), template)
  }

  #correct(template: unknown, complaint: Complaint): unknown {
    const path = placeOf(template, complaint)
    if (path.length === 0) return this.#correctWhole(template, complaint)
    const current = at(template, path)
    if (complaint.kind === 'unknown') return this.#drop(template, path, complaint)
    if (current === undefined) return this.#add(template, path, complaint)
    return this.#change(template, path, { complaint, current })
  }

  /** The body itself has the wrong structure, or an unnamed field has. */
  #correctWhole(template: unknown, { kind, words }: Complaint): unknown {
    if (kind === 'unknown') return this.#dropUnnamed(template)
    const list = listPathIn(template)
    if (!this.#subject.bulk || !list) return template
    const entries = at(template, list)
    if (/\b(?:list|array)\b/.test(words) && list.length > 0) return entries
    if (/\b(?:dict|dictionary|object|mapping)\b/.test(words) && list.length === 0)
      return { [this.#subject.of === 'item' ? 'items' : 'properties']: entries }
    return template
  }

  #add(template: unknown, path: Path, { words, allowed }: Complaint): unknown {
    const list = this.#listToRename(template, path)
    this.#asked.add(key(path))
    if (list) return withValue(without(template, list), path, at(template, list))
    const counterpart = this.#counterpartOf(template, path)
    if (counterpart) return withValue(without(template, counterpart), path, at(template, counterpart))
    const value = this.#firstFitting(path, { words, allowed })
    return value === undefined ? template : withValue(template, path, value)
  }

  #change(
    template: unknown,
    path: Path,
    { complaint, current }: { readonly complaint: Complaint; readonly current: unknown },
  ): unknown {
    const refused = this.#refused.get(key(path)) ?? new Set()
    this.#refused.set(key(path), refused.add(JSON.stringify(current)))
    this.#asked.add(key(path))
    const role = roleOf(path)
    const choices = [
      ...this.#fitting(path, complaint.allowed),
      ...(complaint.allowed.length > 0 ? [] : [valueByWords(complaint.words, current)]),
      ...candidateValues(role, this.#subject),
    ]
    const next = choices.find((choice) => choice !== undefined && !refused.has(JSON.stringify(choice)))
    return next === undefined ? this.#replace(template, path, current) : withValue(template, path, next)
  }

  /** A field that is rejected with every value may have another spelling, or be unknown. */
  #replace(template: unknown, path: Path, current: unknown): unknown {
    const role = roleOf(path)
    const rest = without(template, path)
    const respelled = [...path.slice(0, -1), spelledOtherwise(String(path.at(-1)))]
    const isUntried = !this.#refused.has(key(respelled)) && at(template, respelled) === undefined
    if (isUntried) return withValue(rest, respelled, candidateValues(role, this.#subject)[0] ?? current)
    return role !== undefined && dispensable.has(role) ? rest : template
  }

  #drop(template: unknown, path: Path, { words }: Complaint): unknown {
    if (at(template, path) !== undefined && !isRecord(at(template, path))) return without(template, path)
    // The place may be that of the object, and the name in the message.
    const holder = isRecord(at(template, path)) ? path : path.slice(0, -1)
    const named = quotedIn(words).flatMap((name) =>
      Object.keys(asRecord(at(template, holder))).filter((own) => own.toLowerCase() === name),
    )
    if (named.length > 0) return named.reduce((rest: unknown, name) => without(rest, [...holder, name]), template)
    return at(template, path) === undefined ? template : without(template, path)
  }

  /** Removes the last field that the target did not ask for. */
  #dropUnnamed(template: unknown): unknown {
    const unasked = Object.keys(asRecord(template)).findLast(
      (name) => !this.#asked.has(key([name])) && roleOf([name]) !== 'list',
    )
    return unasked === undefined ? template : without(template, [unasked])
  }

  #firstFitting(path: Path, { words, allowed }: Pick<Complaint, 'words' | 'allowed'>): unknown {
    const role = roleOf(path)
    const [offered] = this.#fitting(path, allowed)
    if (offered !== undefined) return offered
    const [likely] = candidateValues(role, this.#subject)
    if (likely !== undefined || role === 'partNumber') return likely
    return valueByWords(words, undefined) ?? 'conformance'
  }

  /** Offered values; those with the same meaning as ours come first. */
  #fitting(path: Path, allowed: readonly string[]): readonly string[] {
    const ours = candidateValues(roleOf(path), this.#subject).map((value) => asText(value).toLowerCase())
    const same = allowed.filter((value) => ours.includes(value.toLowerCase()))
    const related = allowed.filter((value) => ours.some((word) => value.toLowerCase().includes(word)))
    return [...same.toSorted((one, other) => rank(ours, one) - rank(ours, other)), ...related, ...allowed]
  }

  /** A field of the same object that is another spelling of the missing one, or the other name of a formula's expression. */
  #counterpartOf(template: unknown, path: Path): Path | undefined {
    const holder = path.slice(0, -1)
    const name = String(path.at(-1))
    const role = roleOf(path)
    const counterpart = Object.keys(asRecord(at(template, holder))).find((other) => {
      if (this.#asked.has(key([...holder, other]))) return false
      return areSynonyms(other, name) || (role === 'expression' && roleOf([...holder, other]) === role)
    })
    return counterpart === undefined ? undefined : [...holder, counterpart]
  }

  /** The place of a bulk body's list, if the missing field is that list under another name. */
  #listToRename(template: unknown, path: Path): Path | undefined {
    const list = listPathIn(template)
    if (!this.#subject.bulk || !list || path.length !== 1 || this.#asked.has(key(list))) return undefined
    const role = roleOf(path)
    return role === 'list' || role === undefined ? list : undefined
  }
}

function placeOf(template: unknown, { kind, path }: Complaint): Path {
  return pathIn(template, path, kind === 'missing')
}

/** What a body may do without. */
const dispensable: ReadonlySet<Role> = new Set(['unit', 'category', 'readableId', 'text'])

function rank(ours: readonly string[], value: string): number {
  return ours.indexOf(value.toLowerCase())
}

function key(path: Path): string {
  return JSON.stringify(path)
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

const identifiers = /^\{(?:productId|itemId|workspaceId)\}$/

/** A value of the kind that a message asks for, converted from the rejected one if possible. */
function valueByWords(words: string, refused: unknown): unknown {
  if (/\b(?:list|array)\b/.test(words) && !Array.isArray(refused)) return asList(refused)
  if (/\b(?:dict|dictionary|object|mapping)\b/.test(words) && typeof refused !== 'object') return asObject(refused)
  if (/\b(?:bool|boolean)\b/.test(words)) return false
  if (/\b(?:int|integer|whole number)\b/.test(words)) return numberIn(refused, 12)
  if (/\b(?:number|float|decimal|double)\b/.test(words) && typeof refused !== 'number') return numberIn(refused, 12.5)
  if (/\b(?:str|string|text)\b/.test(words) && typeof refused !== 'string')
    return refused === undefined ? 'as sent' : JSON.stringify(refused)
  if (/\b(?:date-?time|timestamp)\b/.test(words)) return '2024-05-16T00:00:00Z'
  if (/\bdate\b/.test(words)) return '2024-05-16'
  return undefined
}

function asList(value: unknown): unknown {
  if (value === undefined) return []
  if (value === '[[1, 2], [3, 4]]') return JSON.parse(value)
  return [value]
}

function asObject(value: unknown): unknown {
  if (value === undefined) return {}
  return typeof value === 'string' && identifiers.test(value) ? { id: value } : { value }
}

function numberIn(value: unknown, byDefault: number): number {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'number' ? value : Number.NaN
  if (Number.isNaN(number)) return byDefault
  return Number.isInteger(byDefault) ? Math.trunc(number) : number
}
