/** What limits the channels of services. */
export const CHANNEL = {
  /** Messages of one person from midnight to midnight in India: the usual number, and the most. */
  per_person: { usual: 50, most: 1_000 },
  /** Free text may be sent for so long after a person’s last message: WhatsApp’s customer service window. */
  window_hours: 24,
  /** Characters of one message on WhatsApp; longer answers are split. */
  message_chars: 4_096,
  test_messages_per_hour: 20,
} as const
