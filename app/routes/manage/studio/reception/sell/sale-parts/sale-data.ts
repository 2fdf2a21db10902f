import type { SuggestedPerson } from '#app/domain/people/list/suggested-person.ts'
import type { FormRules } from '#app/values/field-rules.ts'

/** A sale as its page shows it, in words. */
export type SaleData = {
  studio: { slug: string }
  rules: { add: FormRules; pay: FormRules; gift: FormRules }
  giftKey: string
  sale: {
    id: string
    version: number
    person: { id: string; name: string } | null
    credit: string
    intro: string
  }
  find: string
  q: string
  found: SuggestedPerson[] | null
  lines: {
    variantId: string
    name: string
    quantity: number
    price: string
    before: string
    discount: string
    gift: boolean
    short: boolean
  }[]
  total: string
  tax: string
  due: string
  tiles: { id: string; name: string; price: string; stock: string; low: boolean }[]
  can: { discount: boolean; catalogue: boolean }
}
