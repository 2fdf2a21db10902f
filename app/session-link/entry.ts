/**
 * The one script of /reset and /welcome: a link whose fragment carries a session (implicit flow) is
 * read in the browser, since no server ever sees a fragment. Everyone else loads these few lines
 * and nothing more.
 */
import { linkProblems, speaksOfSession } from './link-problem.ts'
import { tell } from './tell.ts'

if (speaksOfSession(location.href)) {
  import('./take-session.ts').then(
    ({ takeSession }) => takeSession(),
    // What reads the link does not run here: for the link there is no browser.
    () => tell(linkProblems.browser),
  )
}
