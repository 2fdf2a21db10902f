import { paths } from '#app/paths.ts'

/** Codes for who loses their phone: shown once. Styles: `account-settings`. */
export function RecoveryCodes({ codes, title }: { codes: string[]; title: string }) {
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p>
          These ten codes get you in when your phone is lost. Each works once. Print this page, or
          write them down: they are not shown again.
        </p>
      </div>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a className="button primary big wide" href={paths.accountPart('two-step')}>
        I have kept them
      </a>
    </>
  )
}
