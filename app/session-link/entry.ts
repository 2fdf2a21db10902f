/**
 * The one script of /reset and /welcome: a link whose fragment carries a session (implicit flow) is
 * read in the browser, since no server ever sees a fragment. Everybody else loads these few lines
 * and nothing more.
 */
import { speaksOfSession } from './link-problem.ts'

if (speaksOfSession(location.href)) {
  import('./take-session.ts').then(({ takeSession }) => takeSession())
}
