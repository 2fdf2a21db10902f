/**
 * An icon of the catalogue, drawn inside the page beside words that say the same. The drawing is
 * our own file (scripts/icons), nobody's text.
 */
export function DrawnIcon({ body }: { body: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: body }}
    />
  )
}
