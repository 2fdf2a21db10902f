/** An icon of the catalogue, drawn inside the page beside words that say the same. */
export function DrawnIcon({ body }: { body: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing is our own file (scripts/icons), nobody's text.
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: body }}
    />
  )
}
