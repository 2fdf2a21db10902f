import { demoLogins, demoPassword } from './demo/plan-world.ts'

/** What `npm start` says once it serves. */
export function welcome(url: string, state: string): string {
  return `
Cadence is at ${url}

  Northside   ${url}/northside   pole, aerial and yoga in Leeds
  Southside   ${url}/southside   martial arts in Brooklyn

  Accounts    ${demoLogins.map((login) => `${login}@`).join(' ')}
              at northside.test and at southside.test, and mo@example.test who goes to both
  Password    ${demoPassword}
  Mail        ${url}/dev/outbox

Data stays in ${state}. Stop with Ctrl+C.
`
}
