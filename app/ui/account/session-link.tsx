/** The script that reads a session out of this page's link, and where it says what is wrong with it. Styles: `form`. */
export function SessionLink({ script }: { script: string }) {
  return (
    <>
      <p id="session-link" className="errors bad" role="alert" hidden />
      <script type="module" src={script} />
    </>
  )
}
