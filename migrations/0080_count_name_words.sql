-- The number of words of a name without stop words, under a name that says so.
alter function significant_words(tsvector) rename to count_name_words;
