import { useEffect } from 'react'
import { errorTitle } from './error-title.ts'

/** What a form says whose values cannot be taken (specification, 8). */
export const incomplete = 'Form incomplete.'

/**
 * Everything that is wrong with a form, above it; each sentence leads to its field. Takes the focus
 * when it appears. A form that was filled in wrongly is called incomplete (specification, 5), where
 * its own button does not say so.
 */
export function ErrorSummary({
  id,
  errors,
  refusal,
  saidBelow = false,
}: {
  id: string
  /** `field` is the id of the field the sentence is about; null for the form as a whole. */
  errors: { field: string | null; text: string }[]
  refusal: string | null
  /** `incomplete` stands at the button. */
  saidBelow?: boolean
}) {
  useErrorInTitle(errors.map(({ text }) => text).join(' '))
  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refusal it must be heard first.
    <div className="errors" role="alert" aria-labelledby={`${id}-problem`} tabIndex={-1} autoFocus>
      <h2 id={`${id}-problem`}>There is a problem</h2>
      {refusal === null && !saidBelow && <p>{incomplete}</p>}
      <ul>
        {errors.map(({ field, text }) => (
          <li key={`${field} ${text}`} data-refusal={refusal ?? undefined}>
            {field ? <a href={`#${field}`}>{text}</a> : text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Without a new document nobody but the page itself can put it into the title; `wrong` is empty
 * where nothing is.
 */
function useErrorInTitle(wrong: string): void {
  useEffect(() => {
    if (!wrong) return
    const bare = () => document.title.replace(errorTitle, '')
    document.title = errorTitle + bare()
    return () => {
      document.title = bare()
    }
  }, [wrong])
}
