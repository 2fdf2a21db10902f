import teach from 'virtual:teach'

/** The address of the script of teach mode, for a page that carries no React. */
export const teachScript = teach
