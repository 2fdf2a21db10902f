/** Parts of the week someone could come in. */
export function TimesField({
  slots,
  chosen,
}: {
  slots: readonly { id: string; name: string }[]
  chosen: string
}) {
  const kept = chosen.split(', ')
  return (
    <fieldset className="field">
      <legend>Could come (optional)</legend>
      {slots.map(({ id, name }) => (
        <label key={id} className="tick">
          <input type="checkbox" name="times" value={id} defaultChecked={kept.includes(id)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
