import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { SaleData } from './sale-data.ts'

/** Products into the basket: by a scan, by name, or by their tiles. */
export function AddGoods({ data, answer }: { data: SaleData; answer: PageFormAnswer | undefined }) {
  const { studio, sale, tiles, find, rules, can } = data
  const path = paths.manageSale(studio, sale.id)
  const form = useLiveForm('add', ['code'], { answer, values: {}, rules: rules.add })
  return (
    <section className="part">
      <h2>Add</h2>
      <LiveFormBody of={form} action={path} className="scan">
        <HiddenFields values={{ act: 'add' }} />
        <TextField field={form.fields.code} label="Scan, or type a product" autoComplete="off" />
        <SendButton sending="Adding…" tone="">
          Add
        </SendButton>
      </LiveFormBody>
      {find && (
        <p>
          Several fit “{find}”. Choose one, or <Link to={path}>show all</Link>.
        </p>
      )}
      {tiles.length > 0 ? (
        <ul className="tiles">
          {tiles.map((tile) => (
            <li key={tile.id}>
              <Form method="post" action={path}>
                <HiddenFields values={{ act: 'add', variant: tile.id }} />
                <button type="submit" className="tile">
                  <b>{tile.name}</b>
                  <span>{tile.price}</span>
                  <small className={tile.low ? 'warn' : 'muted'}>{tile.stock}</small>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">
          No products on sale.{' '}
          {can.catalogue && <Link to={paths.manageProductNew(studio)}>Add a product</Link>}
        </p>
      )}
    </section>
  )
}
