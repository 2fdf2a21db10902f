import type { Studio } from './studio.ts'

/**
 * Where a studio is, in a line: its address, and its town unless the address names it. Empty where
 * neither is known. Pure.
 */
export function studioPlace({ address, town }: Pick<Studio, 'address' | 'town'>): string {
  return address.includes(town) ? address : [address, town].filter(Boolean).join(', ')
}
