/**
 * The model providers a person can choose from a list: the addresses of their OpenAI-compatible chat completions, as
 * their documentation states them. Any other compatible server is `custom`. Plain data: the form and the server read
 * it.
 */

export const MODEL_PROVIDERS = [
  { id: 'openai', title: 'OpenAI', base_url: 'https://api.openai.com/v1', key: true, schema: true },
  { id: 'anthropic', title: 'Anthropic', base_url: 'https://api.anthropic.com/v1', key: true, schema: false },
  {
    id: 'google',
    title: 'Google Gemini',
    base_url: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: true,
    schema: true,
  },
  { id: 'mistral', title: 'Mistral', base_url: 'https://api.mistral.ai/v1', key: true, schema: true },
  { id: 'groq', title: 'Groq', base_url: 'https://api.groq.com/openai/v1', key: true, schema: false },
  { id: 'openrouter', title: 'OpenRouter', base_url: 'https://openrouter.ai/api/v1', key: true, schema: true },
  { id: 'deepseek', title: 'DeepSeek', base_url: 'https://api.deepseek.com/v1', key: true, schema: false },
  { id: 'together', title: 'Together AI', base_url: 'https://api.together.xyz/v1', key: true, schema: true },
  { id: 'ollama', title: 'Ollama', base_url: 'http://127.0.0.1:11434/v1', key: false, schema: true },
  { id: 'custom', title: 'Other (OpenAI-compatible)', base_url: '', key: false, schema: false },
] as const

export type ModelProvider = (typeof MODEL_PROVIDERS)[number]['id']

export const PROVIDER_IDS: readonly ModelProvider[] = MODEL_PROVIDERS.map(({ id }) => id)

/**
 * What is known of a provider. `key`: it asks for one. `schema`: it takes a JSON Schema for the answer; others are told of it
 * in words, and every answer is checked here anyway.
 */
export const providerOf = (id: string) => MODEL_PROVIDERS.find((provider) => provider.id === id)
