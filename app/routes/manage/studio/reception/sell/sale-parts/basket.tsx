import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { SaleData } from './sale-data.ts'

type Props = {
  data: SaleData
  basket: PageFormAnswer | undefined
  pay: PageFormAnswer | undefined
}

/** What is in the basket, what it comes to, and how it is paid. */
export function Basket({ data, basket, pay }: Props) {
  const { lines, total, tax } = data
  return (
    <section className="basket">
      <h2>Basket</h2>
      {lines.length === 0 ? (
        <p className="muted">Scan a product, or choose one.</p>
      ) : (
        <>
          <Lines key={data.sale.version} data={data} answer={basket} />
          <dl className="sums">
            <dt>To pay</dt>
            <dd>
              <b>{total}</b>
            </dd>
            {tax && (
              <>
                <dt className="muted">Tax in it</dt>
                <dd className="muted">{tax}</dd>
              </>
            )}
          </dl>
          <Pay key={`pay ${data.sale.version}`} data={data} answer={pay} />
        </>
      )}
    </section>
  )
}

function Lines({ data, answer }: { data: SaleData; answer: PageFormAnswer | undefined }) {
  const { studio, sale, lines, can } = data
  const names = lines.flatMap((_, n) => [`q${n}`, `d${n}`])
  const values = Object.fromEntries(
    lines.flatMap((line, n) => [
      [`q${n}`, String(line.quantity)],
      [`d${n}`, line.discount],
    ]),
  )
  const form = useLiveForm('basket', names, { answer, values, rules: {} })
  return (
    <LiveFormBody of={form} action={paths.manageSale(studio, sale.id)}>
      <HiddenFields values={{ act: 'basket', version: String(sale.version) }} />
      {/* Enter changes the quantities, and never takes a line out. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        Change
      </button>
      {lines.map((line, n) => {
        const [quantity, discount] = [form.fields[`q${n}`], form.fields[`d${n}`]]
        return (
          <div key={line.variantId} className="line">
            <div className="what">
              <b>{line.name}</b>
              {line.short && <small className="warn">Too few in stock</small>}
            </div>
            <span className="price">
              {line.before && <s>{line.before}</s>} <b>{line.price}</b>
            </span>
            <button
              type="submit"
              name="remove"
              value={n}
              className="button quiet small"
              formNoValidate
            >
              <Icon name="cross" />
              <span className="vh">Take {line.name} out</span>
            </button>
            {quantity && !line.gift && (
              <TextField
                field={quantity}
                label={
                  <>
                    How many<span className="vh"> of {line.name}</span>
                  </>
                }
                inputMode="numeric"
                autoComplete="off"
              />
            )}
            {discount && can.discount && !line.gift && (
              <TextField
                field={discount}
                label={
                  <>
                    Discount<span className="vh"> on {line.name}</span>
                  </>
                }
                placeholder="10% or 2.00"
                autoComplete="off"
              />
            )}
          </div>
        )
      })}
      <SendButton sending="Changing…" tone="small">
        Update the basket
      </SendButton>
    </LiveFormBody>
  )
}

const payNames = [
  'card',
  'cash',
  'transfer',
  'credit',
  'gift',
  'giftCode',
  'tip',
  'short',
  'later',
  'receipt',
] as const

function Pay({ data, answer }: { data: SaleData; answer: PageFormAnswer | undefined }) {
  const { studio, sale, lines, rules, due } = data
  const form = useLiveForm('pay', payNames, { answer, values: { card: due }, rules: rules.pay })
  const { card, cash, transfer, credit, gift, giftCode, tip, short, later, receipt } = form.fields
  return (
    <LiveFormBody of={form} action={paths.manageSale(studio, sale.id)} className="pay">
      <HiddenFields values={{ act: 'pay', version: String(sale.version) }} />
      <TextField field={card} label="Card terminal" inputMode="decimal" autoComplete="off" />
      <TextField
        field={cash}
        label="Cash"
        hint="What you are given; the change is worked out."
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField field={transfer} label="Bank transfer" inputMode="decimal" autoComplete="off" />
      {sale.credit && (
        <TextField
          field={credit}
          label="Account credit"
          hint={`${sale.credit} on it`}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      {!lines.some((line) => line.gift) && (
        <details open={Boolean(gift.errors || giftCode.errors || gift.initialValue)}>
          <summary>Pay by gift card</summary>
          <TextField field={giftCode} label="Gift card code" autoComplete="off" />
          <TextField
            field={gift}
            label="From the gift card"
            hint="What is left stays on the card."
            inputMode="decimal"
            autoComplete="off"
          />
        </details>
      )}
      <TextField
        field={tip}
        label="Tip (optional)"
        hint="Comes on top, so take it with the payment."
        inputMode="decimal"
        autoComplete="off"
      />
      {(lines.some((line) => line.short) || short.errors) && (
        <CheckboxField field={short} label="Sell all the same: the shelf has them" />
      )}
      {sale.person && (
        <CheckboxField field={later} label={`Leave the rest on ${sale.person.name}’s account`} />
      )}
      {!sale.person && (
        <TextField
          field={receipt}
          label="Email the receipt to (optional)"
          type="email"
          autoComplete="off"
        />
      )}
      <SendButton sending="Selling…">Take payment</SendButton>
      <p className="muted">Take the money first. Nothing is sold before you press.</p>
    </LiveFormBody>
  )
}
