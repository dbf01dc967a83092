export interface code_words_params {
  description: string;

  synonyms: string[];
}