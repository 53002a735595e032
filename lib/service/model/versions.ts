/** The properties of an item by our label, each with its value. */
export type Content = ReadonlyMap<string, string>

/** The expected content of a product's draft and of its published versions. */
export interface VersionModel {
  readonly draft: Content
  readonly published: ReadonlyMap<number, Content>
}

/** Nothing yet. */
export const nothingPublished: VersionModel = { draft: new Map(), published: new Map() }

/** The draft has a property with this value, new or changed; published values stay. */
export function put(model: VersionModel, label: string, value: string): VersionModel {
  return { ...model, draft: new Map(model.draft).set(label, value) }
}

/** The draft no longer has the property; published values stay. */
export function remove(model: VersionModel, label: string): VersionModel {
  return { ...model, draft: new Map([...model.draft].filter(([one]) => one !== label)) }
}

/** The property is unknown from now on, in every state. */
export function forget({ draft, published }: VersionModel, label: string): VersionModel {
  const without = (content: Content): Content => new Map([...content].filter(([one]) => one !== label))
  return {
    draft: without(draft),
    published: new Map([...published].map(([number, content]) => [number, without(content)])),
  }
}

/** The draft as it is now, under a number. */
export function publish(model: VersionModel, number: number): VersionModel {
  return { ...model, published: new Map(model.published).set(number, model.draft) }
}

/** Every value in any state of the model: the values for list filters. */
export function everyValue({ draft, published }: VersionModel): ReadonlySet<string> {
  return new Set([draft, ...published.values()].flatMap((content) => [...content.values()]))
}
