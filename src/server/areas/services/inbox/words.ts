/** What people are told when a person answers them, and when the agent does again: in Hindi to those who write in Devanagari. */

const NOTICES = {
  asked: ['A person will answer here. You can keep writing.', 'यहाँ एक व्यक्ति जवाब देगा। आप लिखना जारी रख सकते हैं।'],
  joined: ['{name} has joined the chat.', '{name} चैट में शामिल हुए।'],
  returned: ['The assistant answers again.', 'अब फिर से सहायक जवाब देगा।'],
  late: [
    'Nobody could answer yet, so the assistant answers again. You can ask for a person again.',
    'अभी कोई जवाब नहीं दे सका, इसलिए फिर से सहायक जवाब देगा। आप दोबारा किसी व्यक्ति से बात करने को कह सकते हैं।',
  ],
} as const
export type HandOverNotice = keyof typeof NOTICES

/** @param written what the person wrote last */
export const handOverText = (notice: HandOverNotice, written: string, name: string): string =>
  NOTICES[notice][/\p{Script=Devanagari}/u.test(written) ? 1 : 0].replace('{name}', () => name)
