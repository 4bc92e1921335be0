//! Finds copied sentences, and the passages they form.
