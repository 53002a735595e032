import type { VariantSwitch } from './variant-switch.ts'

type Names = Readonly<Record<string, string>>

/** The names that a list takes for its own, by its own: `{ item_id: 'itemId' }`. */
export function queryNames(variants: VariantSwitch, route: string): Names {
  if (route === 'GET /products') {
    if (variants.chosen('workspace-parameter-is-ws')) return { workspace_id: 'ws' }
    if (variants.chosen('workspace-parameter-is-workspace')) return { workspace_id: 'workspace' }
    return variants.chosen('workspace-parameter-is-ws-uuid') ? { workspace_id: 'ws_uuid' } : {}
  }
  if (route === 'GET /properties') {
    if (variants.chosen('item-parameter-is-item')) return { item_id: 'item' }
    return variants.chosen('item-parameter-in-camel-case') ? { item_id: 'itemId' } : {}
  }
  return route === 'GET /items' && variants.chosen('product-parameter-in-camel-case') ? { product_id: 'productId' } : {}
}

/** The names that a body has for the service's own. */
export function bodyNames(variants: VariantSwitch, route: string): Names {
  if (/^(?:POST|PATCH) \/items/u.test(route) && variants.chosen('items-are-made-of-product-id-and-title')) {
    return { product_id: 'productId', name: 'title' }
  }
  if (route.startsWith('POST /items') && variants.chosen('items-hang-on-a-parent')) {
    return { product_id: 'parentId', name: 'label' }
  }
  if (!/^(?:POST|PATCH) \/properties/u.test(route)) return {}
  const formula: Names = variants.chosen('formula-field-is-formula') ? { expression: 'formula' } : {}
  if (variants.chosen('properties-name-their-kind')) {
    return { item_id: 'itemId', type: 'kind', name: 'label', display_unit: 'unit', ...formula }
  }
  return variants.chosen('display-unit-is-sent-in-camel-case') ? { display_unit: 'displayUnit', ...formula } : formula
}

/** The parameter that a list cannot do without. */
export function requiredParameter(variants: VariantSwitch, route: string): string | undefined {
  if (route === 'GET /products' && variants.chosen('workspace-parameter-is-required')) {
    return variants.chosen('workspace-parameter-in-camel-case') ? 'workspaceId' : 'workspace_id'
  }
  if (route === 'GET /properties' && variants.chosen('item-parameter-is-required')) return 'item_id'
  if (route === 'GET /items' && variants.chosen('items-are-listed-by-workspace')) return 'workspace_id'
  if (route === 'GET /files' && variants.chosen('files-are-listed-by-workspace')) return 'workspace_id'
  if (route === 'GET /files' && variants.chosen('files-are-listed-by-item')) return 'item_id'
  return route === 'GET /items' && variants.chosen('product-parameter-is-required') ? 'product_id' : undefined
}
