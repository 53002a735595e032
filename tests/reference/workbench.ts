import { createControls } from '../../reference/controls.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { type Answer, ask, entriesOf, textOf } from './ask.ts'

/** A running reference with a product and an item to work on. */
export interface Workbench {
  readonly reference: Reference
  readonly productId: string
  readonly itemId: string
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, body: unknown) => Promise<Answer>
  readonly patch: (path: string, body: unknown) => Promise<Answer>
  readonly remove: (path: string) => Promise<Answer>
  /** Creates a property of the item: 201, or the refusal. */
  readonly property: (fields: object) => Promise<Answer>
  readonly publish: () => Promise<number>
}

/** Starts a reference of its own; the caller closes it. */
export async function openWorkbench(): Promise<Workbench> {
  const reference = await startReference({ seed: 'empty' })
  const get = (path: string): Promise<Answer> => ask(reference, { path })
  const post = (path: string, body: unknown): Promise<Answer> => ask(reference, { method: 'POST', path, body })
  const [workspaceId] = entriesOf(await get('/workspaces'), 'id')
  const product = { workspace_id: workspaceId, name: 'Gearbox', readable_id: 'gearbox' }
  const productId = textOf(await post('/products', product), 'id')
  const itemId = textOf(await post('/items', { product_id: productId, name: 'Pinion' }), 'id')
  return {
    reference,
    productId,
    itemId,
    get,
    post,
    patch: (path, body) => ask(reference, { method: 'PATCH', path, body }),
    remove: (path) => ask(reference, { method: 'DELETE', path }),
    property: (fields) => post('/properties', { item_id: itemId, name: 'Property', ...fields }),
    publish: async () => (await createControls(reference.controlUrl).publishVersion(productId)).version,
  }
}

/** What a numeric property needs beside its name. */
export function length(value: number): object {
  return { type: 'numeric', value, category: 'Length', display_unit: 'mm' }
}

/** The places that a validation error names. */
export function placesOf({ body }: Answer): readonly string[] {
  const text = JSON.stringify(body)
  return [...text.matchAll(/"loc":\[([^\]]*)\]/gu)].map(([, loc = '']) => loc.replaceAll('"', '').replaceAll(',', '.'))
}
