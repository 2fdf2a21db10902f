/** The way back to a payment that somebody without an account began, and until when it stands. */
export function Begun({ href, until }: { href: string; until: string }) {
  return (
    <section className="panel stack" aria-labelledby="begun">
      <h2 id="begun">You began to pay</h2>
      <p>Your place is kept until {until}.</p>
      <p>
        <a className="button primary" href={href}>
          Go on paying
        </a>
      </p>
    </section>
  )
}
