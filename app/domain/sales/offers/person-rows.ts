/**
 * What becomes of the coupons that a person used, of what they bought online or at the till, and of
 * how it is collected.
 */
import { erasedName, type PersonRows } from '#app/domain/scope/person-rows.ts'

export const salesPersonRows: readonly PersonRows[] = [
  { table: 'coupon_uses', columns: ['person_id'], merge: 'move', erase: 'keep' },
  {
    table: 'checkouts',
    columns: ['person_id', 'guardian_id'],
    merge: 'move',
    erase: {
      buyer_name: erasedName,
      buyer_email: '',
      buyer_phone: '',
      coupon: '',
      reason: '',
      gift: '',
    },
  },
  { table: 'collection_steps', columns: ['payer_id'], merge: 'move', erase: 'keep' },
  {
    table: 'pack_top_ups',
    columns: ['person_id'],
    merge: 'first',
    erase: 'delete',
  },
  { table: 'provider_refunds', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'disputes', columns: ['person_id'], merge: 'move', erase: 'keep' },
  { table: 'pay_links', columns: ['payer_id'], merge: 'move', erase: 'delete' },
  {
    table: 'gift_cards',
    columns: ['person_id'],
    merge: 'move',
    erase: { recipient_name: '', recipient_email: '', from_name: '', message: '' },
  },
  { table: 'till_sales', columns: ['person_id'], merge: 'move', erase: 'keep' },
]
