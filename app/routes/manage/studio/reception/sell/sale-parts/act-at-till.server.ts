import { json, redirect } from '@remix-run/cloudflare'
import { giftAtTillForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import { emailTillReceipt } from '#app/domain/sales/receipts/email-till-receipt.server.ts'
import { mostLines } from '#app/domain/sales/till/basket.ts'
import {
  addGiftCard,
  addToBasket,
  changeBasket,
  dropSale,
  setBuyer,
} from '#app/domain/sales/till/change-basket.server.ts'
import { sellBasket } from '#app/domain/sales/till/sell-basket.server.ts'
import { addForm, basketForm, payForm, personForm } from '#app/domain/sales/till/till-forms.ts'
import { sellRefusal } from '#app/domain/sales/till/till-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parsePosted, refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { mayTryGiftCode, tooManyCodes } from '#app/http/public-pages/may-try-code.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import { money } from '#app/values/wording.ts'

/** The answer with the form it is of. */
async function answerOf(act: string, answer: Response) {
  return json({ ...((await answer.json()) as FormAnswer), act }, { status: answer.status })
}

/** What a form of the till asks for, by its `act`. */
export async function actAtTill(
  app: RequestContext,
  ctx: StaffContext,
  saleId: string,
  posted: FormData,
  { mayDiscount }: { mayDiscount: boolean },
): Promise<Response> {
  const back = paths.manageSale(ctx.studio, saleId)
  switch (posted.get('act')) {
    case 'add':
      return add(ctx, saleId, posted)
    case 'gift':
      return addGift(ctx, saleId, posted)
    case 'basket':
      return change(ctx, saleId, posted, mayDiscount)
    case 'person': {
      const submission = parsePosted(posted, personForm)
      const person = submission.status === 'success' ? submission.value.person : ''
      if (!(await setBuyer(ctx, saleId, person))) throw notFound()
      return redirect(back, 303)
    }
    case 'drop':
      if (!(await dropSale(ctx, saleId))) throw notFound()
      return redirectWithFlash(app, paths.manageTill(ctx.studio), 'Sale dropped. Nothing was sold.')
    default:
      return pay(app, ctx, saleId, posted)
  }
}

async function add(ctx: StaffContext, saleId: string, posted: FormData) {
  const submission = parsePosted(posted, addForm)
  if (submission.status !== 'success') return answerOf('add', invalid(submission))
  const { code } = submission.value
  const result = await addToBasket(ctx, saleId, submission.value)
  if (result.ok) return redirect(paths.manageSale(ctx.studio, saleId), 303)
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  if (reason === 'several')
    return redirect(paths.manageSale(ctx.studio, saleId, { find: code }), 303)
  if (reason === 'closed') throw refusalPage(reason, closedWords, paths.manageTill(ctx.studio))
  const sentence = reason === 'full' ? fullWords : 'No product on sale has this code or name.'
  return answerOf('add', refused(submission, { code: reason, fields: { code: [sentence] } }))
}

const closedWords = 'This sale is paid or dropped. Start a new one.'
const fullWords = `A sale has at most ${mostLines} different products. Take the payment, then start another.`

async function addGift(ctx: StaffContext, saleId: string, posted: FormData) {
  const submission = parsePosted(posted, giftAtTillForm(ctx.studio.currency))
  if (submission.status !== 'success') return answerOf('gift', invalid(submission))
  const { key, amount: amountMinor, to, from, giftEmail: email, message, on } = submission.value
  const gift = { to, from, email, message, on }
  const result = await addGiftCard(ctx, saleId, { key, amountMinor, gift })
  if (result.ok) return redirect(paths.manageSale(ctx.studio, saleId), 303)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'full') {
    return answerOf('gift', refused(submission, { code: 'full', form: [fullWords] }))
  }
  throw refusalPage(result.reason, closedWords, paths.manageTill(ctx.studio))
}

async function change(ctx: StaffContext, saleId: string, posted: FormData, mayDiscount: boolean) {
  const submission = parsePosted(posted, basketForm(ctx.studio.currency))
  if (submission.status !== 'success') return answerOf('basket', invalid(submission))
  const form = submission.value as { version: number; remove?: number } & Record<
    `q${number}`,
    number | undefined
  > &
    Record<`d${number}`, Discount | null>
  const changes = Array.from({ length: mostLines }, (_, n) => ({
    quantity: form.remove === n ? 0 : form[`q${n}`],
    discount: mayDiscount && posted.has(`d${n}`) ? form[`d${n}`] : undefined,
  }))
  const result = await changeBasket(ctx, saleId, form.version, changes)
  if (result.ok) return redirect(paths.manageSale(ctx.studio, saleId), 303)
  if (result.reason === 'not_found') throw notFound()
  const sentence = 'The basket changed meanwhile. Reload the page and try again.'
  return answerOf('basket', refused(submission, { code: result.reason, form: [sentence] }))
}

const fieldOf = {
  not_enough_credit: 'credit',
  not_all_paid: 'card',
  no_such_card: 'giftCode',
  not_enough_on_card: 'gift',
  short: 'short',
} as const

async function pay(app: RequestContext, ctx: StaffContext, saleId: string, posted: FormData) {
  const { currency, locale } = ctx.studio
  const submission = parsePosted(posted, payForm(currency))
  if (submission.status !== 'success') return answerOf('pay', invalid(submission))
  const {
    version,
    cash = 0,
    card = 0,
    transfer = 0,
    credit = 0,
    tip = 0,
    gift = 0,
  } = submission.value
  if (gift > 0) {
    const asks = { userId: ctx.actor.userId, staff: true }
    if (!(await mayTryGiftCode(app, ctx.studio.id, asks))) {
      const fields = { giftCode: [tooManyCodes] }
      return answerOf('pay', refused(submission, { code: 'too_many_tries', fields }))
    }
  }
  const result = await sellBasket(ctx, {
    saleId,
    version,
    tipMinor: tip,
    typed: { cash, card, transfer, credit, gift_card: gift },
    giftCode: submission.value.giftCode,
    evenShort: submission.value.short === 'on',
    restLater: submission.value.later === 'on',
  })
  if (result.ok) {
    const { receipt } = submission.value
    const emailed = receipt !== '' && (await emailTillReceipt(ctx, saleId, receipt))
    if (emailed) deliverSoon(app, ctx.db)
    const sum = (minor: number) => money(minor, currency, locale)
    const sent = emailed ? ` The receipt goes to ${receipt}.` : ''
    const change = result.changeMinor > 0 ? ` Give ${sum(result.changeMinor)} change.` : ''
    const left = result.leftMinor > 0 ? ` ${sum(result.leftMinor)} is still to be paid.` : ''
    const text = `Sold for ${sum(result.totalMinor)}.${change}${left}${sent}`
    return redirectWithFlash(app, paths.manageInvoice(ctx.studio, result.invoiceId), text)
  }
  const { reason } = result
  if (reason === 'not_found') throw notFound()
  const sentence = sellRefusal(result, { currency, locale })
  const field = reason in fieldOf ? fieldOf[reason as keyof typeof fieldOf] : null
  return answerOf(
    'pay',
    refused(
      submission,
      field
        ? { code: reason, fields: { [field]: [sentence] } }
        : { code: reason, form: [sentence] },
    ),
  )
}
