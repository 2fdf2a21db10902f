/** Products as people read them. Pure. */
import type { MoveKind } from '#app/db/studio/products-words.ts'

/** `Grip socks, M, black`: a variant by its whole name. */
export const variantName = (variant: { name: string; size: string; colour: string }): string =>
  [variant.name, variant.size, variant.colour].filter(Boolean).join(', ')

/** What is there of something, and whether that is little. */
export function stockWords(stock: number, reorderLevel: number | null) {
  const low = reorderLevel !== null && stock <= reorderLevel
  if (stock === 0) return { text: 'None left', low }
  return { text: stock > 0 ? `${stock} left` : `${-stock} too few`, low }
}

const moveWords: Record<MoveKind, string> = {
  received: 'Received',
  sold: 'Sold',
  returned: 'Returned',
  written_off: 'Written off',
  counted: 'Counted',
}

/** `Received 12`, `Counted 1 fewer`. */
export function movedWords({ kind, quantity }: { kind: MoveKind; quantity: number }): string {
  const than = quantity > 0 ? ' more' : ' fewer'
  return `${moveWords[kind]} ${Math.abs(quantity)}${kind === 'counted' ? than : ''}`
}

/** Why a product is not saved. */
export type ProductRefusal =
  | 'not_found'
  | 'name_taken'
  | 'same_variant'
  | 'sku_taken'
  | 'barcode_taken'
  | 'changed_meanwhile'

/** How many variants one sheet of a stocktake counts. */
export const sheetRows = 100
