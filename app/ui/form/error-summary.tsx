/** Everything that is wrong with a form, above it; each sentence leads to its field. Takes the focus when it appears. */
export function ErrorSummary({
  id,
  errors,
  refusal,
}: {
  id: string
  /** `field` is the id of the field the sentence is about; null for the form as a whole. */
  errors: { field: string | null; text: string }[]
  refusal: string | null
}) {
  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: the summary is what a person must hear first after a form was refused.
    <div className="errors" role="alert" aria-labelledby={`${id}-problem`} tabIndex={-1} autoFocus>
      <h2 id={`${id}-problem`}>There is a problem</h2>
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
