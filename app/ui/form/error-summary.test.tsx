import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

const said = (refusal: string | null, saidBelow = false) =>
  renderToStaticMarkup(
    <ErrorSummary
      id="f"
      errors={[{ field: 'f-name', text: 'Enter a name' }]}
      refusal={refusal}
      saidBelow={saidBelow}
    />,
  )

test('a form that is filled in wrongly is incomplete; one that is refused, or says so itself, is not called so', () => {
  expect(said(null)).toContain('<p>Form incomplete.</p>')
  expect(said('class_full')).not.toContain('Form incomplete.')
  expect(said(null, true)).not.toContain('Form incomplete.')
})
