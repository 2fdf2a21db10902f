import push from 'virtual:push'
import teach from 'virtual:teach'

/** The address of the script of teach mode, for a page that carries no React. */
export const teachScript = teach

/** The address of the script that turns push messages on. */
export const pushScript = push
