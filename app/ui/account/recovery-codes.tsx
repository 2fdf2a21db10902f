import { paths } from '#app/paths.ts'

/** Codes for who loses their phone: shown once. Styles: `account-settings`. */
export function RecoveryCodes({ codes, title }: { codes: string[]; title: string }) {
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p>
          These ten codes get you in if you lose your phone. Each works once. Print this page or
          write them down: we won’t show them again.
        </p>
      </div>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a className="button primary big wide" href={paths.accountPart('two-step')}>
        I’ve saved them
      </a>
    </>
  )
}
