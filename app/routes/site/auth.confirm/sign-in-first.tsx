import { SubmitButton } from '#app/ui/form/buttons.tsx'

/** Says whose press a change of address needs; `out` where someone else is signed in here. */
export function SignInFirst({
  as,
  path,
  out,
  text,
}: {
  as: string
  path: string
  out: string | null
  text: string
}) {
  return (
    <>
      <p>{text}</p>
      <p>Sign in as {as} first. If that is not your account, close this page: nothing changes.</p>
      {out ? (
        <form method="post" action={out}>
          <SubmitButton>Sign out of this account</SubmitButton>
        </form>
      ) : (
        <a className="button primary big wide" href={path}>
          Sign in
        </a>
      )}
    </>
  )
}
