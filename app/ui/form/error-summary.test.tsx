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

test('the summary says “Form incomplete.” for wrong fields, but not for a refusal or where the form says it itself', () => {
  expect(said(null)).toContain('<p>Form incomplete.</p>')
  expect(said('class_full')).not.toContain('Form incomplete.')
  expect(said(null, true)).not.toContain('Form incomplete.')
})
