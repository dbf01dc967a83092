/** Where in the designer a comment is being written, and which thread is looked at. */
import type { View } from './view.ts'
import type { CommentPin } from './windows.ts'

/** Of the list of threads. */
export const THREADS_ID = 'comment-threads'

/** Opens the panel with a new comment begun here. */
export function beginComment(view: View, pin: CommentPin): void {
  const { comments } = view.windows
  comments.pin.set(pin)
  comments.thread.set(null)
  view.panel.set('comments')
  comments.wanted.set(comments.wanted.get() + 1)
}

export function showThread(view: View, thread: string): void {
  view.windows.comments.thread.set(thread)
  view.panel.set('comments')
}
