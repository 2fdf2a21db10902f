import push from 'virtual:push'
import teach from 'virtual:teach'
import watch from 'virtual:watch'

/** The address of the script of teach mode, for a page that carries no React. */
export const teachScript = teach

/** The address of the script that turns push messages on. */
export const pushScript = push

/** The address of the script of a video's page: slow, loop, mirrored, the place kept. */
export const watchScript = watch
