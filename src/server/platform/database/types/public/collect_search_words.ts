export interface collect_search_words_params {
}