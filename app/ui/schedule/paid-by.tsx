import type { ReactNode } from 'react'
import { methodsByHand, methodWords } from '#app/domain/billing/invoices/payment-words.ts'

/**
 * How money was paid, as the buttons that send a form: each press says the method. `name` is the
 * field; `for` is told to screen readers; `children` are further buttons.
 */
export function PaidBy(props: {
  name: string
  tone?: 'primary' | ''
  for: string
  children?: ReactNode
  /** False for a role that takes no payments: there are the further buttons alone. */
  take?: boolean
}) {
  const { name, tone = '', for: whom, children, take = true } = props
  return (
    <p className="choices">
      {(take ? methodsByHand : []).map((method) => (
        <button
          key={method}
          type="submit"
          className={`button small ${tone}`.trim()}
          name={name}
          value={method}
        >
          {methodWords[method]}
          <span className="vh"> {whom}</span>
        </button>
      ))}
      {children}
    </p>
  )
}
